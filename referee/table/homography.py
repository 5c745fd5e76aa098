"""Homographies and motions of a plane, on arrays of points (N x 2)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def applied(matrix: Numbers, points: Numbers) -> Numbers:
    """*points* (... x 2) taken through the homography *matrix*."""
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(points.shape)


def inverse(matrix: Numbers) -> Numbers:
    """The way back, its last element one."""
    back = np.linalg.inv(matrix)
    return np.asarray(back / back[2, 2], np.float64)


def motion(origin: Numbers, right: Numbers) -> Numbers:
    """The motion of the plane (3 x 3) that brings *origin* to 0, 0 and the direction *right* to the right."""
    c, s = right / np.linalg.norm(right)
    turn = np.array([[c, s], [-s, c]])
    moved = np.eye(3)
    moved[:2, :2], moved[:2, 2] = turn, -turn @ origin
    return moved


def laid_upon(points: Numbers, others: Numbers) -> Numbers:
    """*points* (N x 2) laid upon *others* as well as a stiff sheet can be: only turned and shifted."""
    middle, there = points.mean(axis=0), others.mean(axis=0)
    left, _, right = np.linalg.svd((points - middle).T @ (others - there))
    flip = np.diag([1.0, np.sign(np.linalg.det(left @ right))])
    return np.asarray((points - middle) @ left @ flip @ right + there)


def stretch(matrix: Numbers, point: Numbers) -> tuple[float, float]:
    """By how much *matrix* enlarges at *point*: most and least, in the directions where that is so."""
    x, y = point
    w = matrix[2] @ (x, y, 1.0)
    here = applied(matrix, np.array([[x, y]]))[0]
    slope = (matrix[:2, :2] - np.outer(here, matrix[2, :2])) / w
    most, least = np.linalg.svd(slope, compute_uv=False)
    return float(most), float(least)
