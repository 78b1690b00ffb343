"""Random episodes of OpenSpiel's own games, one JSON line each, with every chance outcome written out.

    python traces.py 2000 catch        needs open_spiel==2.0.2
"""
import json
import random
import sys

import pyspiel

# A small goal, reached often and soon; the rules are the same. One episode of 2048 in ten goes for the real one.
SMALL_2048 = {"max_tile": 32}
# What a walk along the cliff shows grows with each step; one in ten is walked to its end.
CLIFF_STEPS = 25


def look(state):
    tensor = state.information_state_tensor(0) if state.get_game().get_type().provides_information_state_tensor else state.observation_tensor(0)
    player = state.current_player()
    return {
        "player": player,
        "legal": [] if player < 0 else state.legal_actions(player),
        "reward": state.rewards()[0],
        "info": [[at, value] for at, value in enumerate(tensor) if value],
        "length": len(tensor),
    }


def settle(name, state, rng):
    """Plays chance nodes; returns what was drawn, as the TypeScript model draws it."""
    drawn = []
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        outcome = rng.choices(outcomes, weights)[0]
        # 2048 draws a cell and then whether its tile is a four.
        drawn += [outcome // 2, 0.05 if outcome % 2 else 0.5] if name == "2048" else [outcome]
        state.apply_action(outcome)
    return drawn


def choose(name, state, rng):
    legal = state.legal_actions()
    if name == "2048" and rng.random() < 0.02:
        return rng.choice([0, 1, 2, 3, 5])
    if name == "blackjack" and rng.random() < 0.05:
        return 7
    if name == "cliff_walking" and rng.random() < 0.4:
        return rng.choice([1, 2])
    return rng.choice(legal)


def episode(name, rng, parameters, most):
    state = pyspiel.load_game(name, parameters).new_initial_state()
    drawn = settle(name, state, rng)
    trace = {"game": name, "parameters": parameters, "chance": drawn, "start": look(state), "steps": []}
    while not state.is_terminal() and len(trace["steps"]) < most:
        action = choose(name, state, rng)
        state.apply_action(action)
        drawn = settle(name, state, rng)
        trace["steps"].append({"action": action, "chance": drawn, "after": look(state)})
    return trace


def main():
    rng = random.Random(2048)
    name = sys.argv[2]
    for number in range(int(sys.argv[1])):
        parameters = SMALL_2048 if name == "2048" and number % 10 else {}
        most = CLIFF_STEPS if name == "cliff_walking" and number % 10 else sys.maxsize
        print(json.dumps(episode(name, rng, parameters, most), separators=(",", ":")))


main()
