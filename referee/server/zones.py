"""The page on which the zones of the table are dragged: a picture of it, the zones, and a word back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Any, Protocol

import uvicorn
from fastapi import FastAPI, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field

from referee.errors import UserError
from referee.server.address import lan_addresses
from referee.server.app import WEB
from referee.server.door import Door
from referee.server.serve import EVERYWHERE, PORT, config, listen

_FRESH = {"cache-control": "no-store"}
Coordinate = Annotated[float, Field(ge=-5000, le=5000, allow_inf_nan=False)]
Corner = tuple[Coordinate, Coordinate]


class Setting(Protocol):
    """What the page needs of the table that is set up. Called from threads of the server."""

    def zones(self) -> Mapping[str, Any]:
        """The picture's size, the homography to mm, the outlines in mm, and what is to be mended."""
        ...

    def still(self) -> bytes:
        """The table as it looks now: a JPEG."""
        ...

    def keep(self, outlines: Mapping[str, tuple[Corner, ...]], /) -> str:
        """Keep the zones with these outlines (mm), and say where; `UserError` where they are no good."""
        ...


class Outlines(BaseModel):
    """The body of `PUT /zones`: each zone's corners in mm."""

    model_config = ConfigDict(extra="forbid")

    outlines: dict[Annotated[str, Field(max_length=16)], Annotated[tuple[Corner, ...], Field(max_length=24)]]


def create_app(setting: Setting, kept: Callable[[], None] = lambda: None) -> FastAPI:
    """The app for *setting*; *kept* is called once the zones are kept."""
    app = FastAPI(openapi_url=None)
    app.add_middleware(Door)

    @app.exception_handler(UserError)
    def refused(_: Any, error: UserError) -> Response:
        return JSONResponse({"error": str(error)}, 409)

    @app.exception_handler(RequestValidationError)
    def misunderstood(_: Any, _error: RequestValidationError) -> Response:
        return JSONResponse({"error": "These are no outlines of zones."}, 422)

    @app.get("/")
    def page() -> Response:
        return RedirectResponse("/zones.html")

    @app.get("/zones")
    def zones() -> Response:
        return JSONResponse(dict(setting.zones()), headers=_FRESH)

    @app.get("/still.jpg")
    def still() -> Response:
        return Response(setting.still(), media_type="image/jpeg", headers=_FRESH)

    @app.put("/zones")
    def keep(body: Outlines) -> dict[str, str]:
        where = setting.keep(body.outlines)
        kept()
        return {"kept": where}

    app.mount("/", StaticFiles(directory=WEB))
    return app


def serve(setting: Setting, tell: Callable[[str], None], port: int = PORT, host: str = EVERYWHERE) -> bool:
    """Serve the page until the zones are kept, True, or somebody stops it with Ctrl-C, False.

    *tell* gets the address. Raises `ServeError`.
    """
    listener, done = listen(host, port), threading.Event()
    server = uvicorn.Server(config(create_app(setting, done.set)))

    def end_when_kept() -> None:
        done.wait()
        server.should_exit = True

    threading.Thread(target=end_when_kept, name="kept", daemon=True).start()
    shown = lan_addresses()[0] if host == EVERYWHERE else host
    tell(f"http://{shown}:{listener.getsockname()[1]}/")
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return done.is_set()
