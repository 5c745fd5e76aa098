import random

from referee.cards import Rank, cards
from referee.films import dealing
from referee.rules import loading


def test_every_pack_and_joker_is_dealt() -> None:
    for name, count in (("pagat", 52), ("pagat_six_jokers", 54), ("putt_smeghead", 104)):
        dealt = dealing.deal(loading.load(name), 4, random.Random(1))
        layers = (*dealt.down, *dealt.up, *dealt.hand, dealt.stock)
        assert sum(map(len, layers)) == count


def test_the_lowest_card_that_counts_starts_where_the_rules_say_so() -> None:
    rules = loading.load("classic001")
    for seed in range(8):
        dealt = dealing.deal(rules, 4, random.Random(seed))
        held = [
            [rules.height(c.rank) for c in hand if not rules.effect(c.rank).special] for hand in dealt.hand
        ]
        mine = held[dealt.starter]
        assert min(mine) == min(min(heights) for heights in held if heights)
        assert dealt.rank is rules.rank_order[min(mine)]


def test_who_has_most_of_the_lowest_rank_starts_where_the_rules_say_so() -> None:
    for seed in range(8):
        dealt = dealing.deal(loading.load("paskahousu"), 5, random.Random(seed))
        counts = [sum(card.rank is dealt.rank for card in hand) for hand in dealt.hand]
        assert counts[dealt.starter] == max(counts)


def test_the_best_cards_of_a_hand_are_swapped_for_the_worst_of_the_row() -> None:
    row, hand = cards("4H 9S KD"), cards("10C 2S 5H")
    pairs = dealing.swaps(row, hand, loading.load("pagat"))
    assert [(str(laid), str(taken)) for laid, taken in pairs] == [("10C", "4H"), ("2S", "9S")]


def test_nobody_swaps_where_there_is_no_row() -> None:
    assert dealing.swaps((), cards("10C 2S 5H"), loading.load("paskahousu")) == []


def test_a_player_keeps_the_dearest_cards_for_later() -> None:
    chosen = dealing.best(cards("4H 10S KD 2C AH 9D"), 3)
    assert {card.rank for card in chosen} == {Rank.TEN, Rank.TWO, Rank.ACE}
