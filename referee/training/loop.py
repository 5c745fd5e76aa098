"""What every training here shares.

Fresh samples from worker processes, a rate that falls to nothing when the time is up, a smoothed copy of the
weights, and checkpoints to go on from.
"""

from __future__ import annotations

import math
import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from queue import Empty
from random import Random
from typing import Any, Generic, TypeVar

import torch
from torch import nn

from referee.errors import MISREAD, UserError

Sample = TypeVar("Sample")
Maker = Callable[[Random], list[Sample]]


def _work(queue: Any, prepare: Callable[[], Maker[Any]], seed: int) -> None:
    import cv2

    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    make, r = prepare(), Random(seed)
    while True:
        queue.put(make(r))


class Stream(Generic[Sample]):
    """Samples made by *workers* processes, each sample used about *reuse* times from a pool of *pool*.

    *prepare* is called in the child and returns the function that makes samples. On two cores a scene takes
    as long to make as to learn from, so each is shown more than once, differently turned.
    """

    def __init__(
        self, prepare: Callable[[], Maker[Sample]], seed: int, pool: int, reuse: float, workers: int = 1
    ) -> None:
        context = multiprocessing.get_context("fork")
        self._queue: Any = context.Queue(64)
        self._children = [
            context.Process(target=_work, args=(self._queue, prepare, seed + k), daemon=True)
            for k in range(workers)
        ]
        for child in self._children:
            child.start()
        self._pool: list[Sample] = []
        self._size, self._reuse, self._next, self._credit = pool, reuse, 0, 0.0
        self._random = Random(seed)
        self.made = 0

    def batch(self, size: int) -> list[Sample]:
        """*size* samples, at first after waiting for the pool to hold twice as many."""
        self._credit += size / self._reuse
        while len(self._pool) < 2 * size or self._credit > 0:
            try:
                fresh = self._queue.get(block=len(self._pool) < 2 * size or self._credit > 4 * size)
            except Empty:
                break
            for sample in fresh:
                self._put(sample)
        return self._random.choices(self._pool, k=size)

    def _put(self, sample: Sample) -> None:
        self._credit -= 1
        self.made += 1
        if len(self._pool) < self._size:
            self._pool.append(sample)
        else:
            self._pool[self._next % self._size] = sample
        self._next += 1

    def close(self) -> None:
        """Stop the workers."""
        for child in self._children:
            child.terminate()


@dataclass
class Progress:
    """How far a training is: steps done, seconds spent (over all sessions)."""

    step: int = 0
    seconds: float = 0.0


def standing(checkpoint: Path) -> Progress:
    """How far the training is that *checkpoint* holds; not begun where there is none. Raises `UserError`."""
    if not checkpoint.exists():
        return Progress()
    try:
        saved = torch.load(checkpoint, weights_only=True, map_location="cpu")
        return Progress(int(saved["step"]), float(saved["seconds"]))
    except (*MISREAD, RuntimeError, EOFError, UnpicklingError) as error:
        raise UserError(f"{checkpoint} is no checkpoint of a training: delete it to begin anew.") from error


class Average:
    """An exponential moving average of a model's weights: what is shipped."""

    def __init__(self, model: nn.Module, decay: float = 0.998) -> None:
        self.state = {name: value.clone() for name, value in model.state_dict().items()}
        self._decay = decay

    @torch.no_grad()
    def update(self, model: nn.Module, step: int) -> None:
        """Move towards *model*, faster in the first steps."""
        decay = min(self._decay, step / (step + 60))
        for name, value in model.state_dict().items():
            if value.dtype.is_floating_point:
                self.state[name].mul_(decay).add_(value, alpha=1 - decay)
            else:
                self.state[name].copy_(value)


class Training:
    """One model's training over *minutes* of wall time.

    The rate starts at *rate* and falls with a cosine; *checkpoint* is written every *save_s* seconds and gone
    on from if it exists; `average` is what ships.
    """

    def __init__(
        self,
        model: nn.Module,
        rate: float,
        minutes: float,
        checkpoint: Path,
        save_s: float = 120,
        decay: float = 0.03,
    ) -> None:
        self.model = model
        self.progress = Progress()
        self._rate, self._limit = rate, minutes * 60
        self._path, self._save_s = checkpoint, save_s
        weights = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
        others = [p for p in model.parameters() if p.requires_grad and p.ndim <= 1]
        groups = [{"params": weights, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
        self._optimizer = torch.optim.AdamW(groups, rate)
        self.average = Average(model)
        self._resume()

    def _resume(self) -> None:
        if not self._path.exists():
            return
        saved = torch.load(self._path, weights_only=True, map_location=next(self.model.parameters()).device)
        self.model.load_state_dict(saved["model"])
        self._optimizer.load_state_dict(saved["optimizer"])
        self.average.state = saved["average"]
        self.progress = Progress(saved["step"], saved["seconds"])

    def save(self) -> None:
        """Write the checkpoint in one step, so that a kill leaves the last one whole."""
        state = {
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "average": self.average.state,
            "step": self.progress.step,
            "seconds": self.progress.seconds,
        }
        partial = self._path.with_suffix(".partial")
        partial.parent.mkdir(parents=True, exist_ok=True)
        torch.save(state, partial)
        partial.replace(self._path)

    def rate(self) -> float:
        """The learning rate now: warm up over 300 steps, then a cosine down to a hundredth."""
        share = min(1.0, self.progress.seconds / self._limit)
        cosine = 0.5 * (1 + math.cos(math.pi * share))
        return self._rate * min(1.0, 0.02 + self.progress.step / 300) * (0.01 + 0.99 * cosine)

    def steps(self) -> Iterator[int]:
        """Step numbers until the time is up; saves on the way and at the end."""
        saved = time.monotonic()
        while self.progress.seconds < self._limit:
            began = time.monotonic()
            for group in self._optimizer.param_groups:
                group["lr"] = self.rate()
            yield self.progress.step
            self.progress.step += 1
            self.progress.seconds += time.monotonic() - began
            if time.monotonic() - saved > self._save_s:
                self.save()
                saved = time.monotonic()
        self.save()

    def learn(self, loss: torch.Tensor) -> None:
        """One step of the optimizer."""
        self._optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 10.0)
        self._optimizer.step()
        self.average.update(self.model, self.progress.step)
