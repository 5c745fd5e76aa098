"""What the phones can ask for and say: one page, the live game, what the camera saw, a word back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Protocol

from fastapi import FastAPI, HTTPException, Request, Response, WebSocket, WebSocketDisconnect
from fastapi import Path as Part
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.exceptions import HTTPException as StarletteHTTPException

from referee.errors import UserError
from referee.rules.actions import Saying, TableSays
from referee.server import qr
from referee.server.door import Door
from referee.server.live import Hub

WEB = Path(__file__).resolve().parent / "web"

_SENTENCES = {
    400: "That is no message the referee can read.",
    404: "There is nothing here; the game is at /.",
    405: "That cannot be done here; the game is at /.",
    422: "That is no word the referee understands.",
}


class House(Protocol):
    """What the server needs of the game. Called from threads of the server."""

    def snapshot(self) -> Mapping[str, Any]:
        """The game as the phones show it."""
        ...

    def crop(self, id: str, /) -> bytes | None:  # noqa: A002
        """The JPEG of crop *id*, as the camera saw the card."""
        ...

    def say(self, word: TableSays, /) -> None:
        """Take a word from the table; `UserError` where it makes no sense now."""
        ...


LONGEST_WORD = 200
"""Signs of a value, a name or an answer."""
LONGEST_POSITION = 20_000
"""Signs of a written position: two packs of cards that were all read with doubt take some 7,000."""


class Word(BaseModel):
    """The body of `POST /say`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    saying: Annotated[Saying, Field(strict=False)]
    value: str = Field("", max_length=LONGEST_POSITION)
    seat: int | None = Field(None, ge=0, le=15)
    ref: str = Field("", max_length=64)

    @model_validator(mode="after")
    def _only_a_position_is_long(self) -> Word:
        if self.saying is not Saying.POSITION and len(self.value) > LONGEST_WORD:
            raise ValueError
        return self


def create_app(house: House, hub: Hub | None = None, urls: Sequence[str] = ()) -> FastAPI:
    """The app for *house*. *hub* brings the live game, *urls* are its addresses, the likeliest first."""
    hub = hub or _hub_of(house)
    app = FastAPI(openapi_url=None)
    app.add_middleware(Door)
    _add_errors(app)
    _add_game(app, house, hub)
    _add_joining(app, urls)
    app.mount("/", StaticFiles(directory=WEB, html=True))
    return app


def _hub_of(house: House) -> Hub:
    hub = Hub()
    hub.publish(house.snapshot())
    return hub


def _add_game(app: FastAPI, house: House, hub: Hub) -> None:
    @app.get("/snapshot")
    def snapshot() -> Response:
        return Response(hub.current(), media_type="application/json", headers={"cache-control": "no-store"})

    @app.get("/crops/{id}.jpg")
    def crop(id: Annotated[str, Part(pattern=r"^[\w.-]{1,64}$")]) -> Response:  # noqa: A002
        picture = house.crop(id)
        if picture is None:
            raise HTTPException(404, "That picture is not kept.")
        return Response(picture, media_type="image/jpeg", headers={"cache-control": "private, max-age=3600"})

    @app.post("/say", status_code=HTTPStatus.ACCEPTED)
    def say(word: Word) -> dict[str, bool]:
        house.say(TableSays(word.saying, word.value, word.seat, word.ref))
        return {"heard": True}

    @app.websocket("/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        tasks = [asyncio.create_task(_tell(socket, hub)), asyncio.create_task(_hear(socket))]
        _, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _tell(socket: WebSocket, hub: Hub) -> None:
    try:
        async for text in hub.follow(_number(socket.query_params.get("after", ""))):
            await socket.send_text(text)
        await socket.close(1012)
    except (WebSocketDisconnect, RuntimeError):
        return


async def _hear(socket: WebSocket) -> None:
    """Read and forget whatever the phone sends: it speaks by `POST /say`."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else None


def _add_joining(app: FastAPI, urls: Sequence[str]) -> None:
    @app.get("/join")
    def join() -> Response:
        return Response((WEB / "join.html").read_bytes(), media_type="text/html; charset=utf-8")

    @app.get("/join.json")
    def addresses(request: Request) -> dict[str, Sequence[str]]:
        return {"urls": urls or [str(request.base_url)]}

    @app.get("/qr.svg")
    def code(request: Request) -> Response:
        picture = qr.svg(urls[0] if urls else str(request.base_url))
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(UserError)
    def refused(_: Request, error: UserError) -> Response:
        return _sentence(409, str(error))

    @app.exception_handler(RequestValidationError)
    def misunderstood(_: Request, _error: RequestValidationError) -> Response:
        return _sentence(422, _SENTENCES[422])

    @app.exception_handler(StarletteHTTPException)
    def failed(_: Request, error: StarletteHTTPException) -> Response:
        own = str(error.detail)
        return _sentence(
            error.status_code, own if own.endswith(".") else _SENTENCES.get(error.status_code, f"{own}.")
        )

    @app.exception_handler(Exception)
    def broken(_: Request, _error: Exception) -> Response:
        return _sentence(500, "The referee made a mistake here; the game goes on.")


def _sentence(status: int, text: str) -> Response:
    return JSONResponse({"error": text}, status)
