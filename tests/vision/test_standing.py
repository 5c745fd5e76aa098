import cv2
import numpy as np

from referee.vision.sighting import Picture
from referee.vision.standing import edges, is_patterned, standing

SIZE = (320, 180)


def cloth(seed: int = 1) -> Picture:
    coarse = np.random.default_rng(seed).integers(40, 160, (45, 80, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)


def test_a_picture_stands_whatever_the_light() -> None:
    dim = np.asarray(cloth() * np.array([0.5, 0.6, 0.7]), np.uint8)
    assert standing(edges(cloth()), edges(cloth())) == 1.0
    assert standing(edges(cloth()), edges(dim)) > 0.95


def test_an_arm_leaves_most_of_the_picture_standing() -> None:
    with_arm = cloth()
    cv2.line(with_arm, (0, 90), (200, 90), (120, 150, 200), 26)
    assert 0.6 < standing(edges(cloth()), edges(with_arm)) < 1.0


def test_a_picture_turned_by_two_degrees_does_not_stand() -> None:
    way = cv2.getRotationMatrix2D((160, 90), 2.0, 1.0)
    turned = cv2.warpAffine(cloth(), way, SIZE, borderMode=cv2.BORDER_REFLECT)
    assert standing(edges(cloth()), edges(np.asarray(turned, np.uint8))) < 0.4


def test_a_plain_cloth_says_nothing() -> None:
    plain = np.full((180, 320, 3), 90, np.uint8)
    assert standing(edges(plain), edges(cloth())) == 1.0
    assert not is_patterned(edges(plain))
    assert is_patterned(edges(cloth()))
