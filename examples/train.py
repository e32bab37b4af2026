"""Learns Skyjo for two by playing against itself, then meets `random`: `python examples/train.py [BATCHES]`."""

import sys

import numpy as np

from tablee.games.skyjo import DISCARD, DRAW, MAX_ACTIONS, SWAP, TAKE
from tablee.lab.env.vector import ASKED, Environments

ROWS, STEPS = np.arange(256), 128  # rounds side by side; decisions of a batch in each


def look(env):  # what speaks for each action; the weights say how much
    held, top, cells = env.observation[:, [1]], env.observation[:, 2], env.observation[:, 16:28]
    found = np.zeros((len(ROWS), MAX_ACTIONS, 5))
    found[:, DRAW, 0], found[:, TAKE, 1], found[:, DISCARD, 2] = 1, np.where(top < -2, 0, top / 5), 1
    found[:, SWAP : SWAP + 12, 3] = np.where(np.abs(cells) > 12, 0, cells - held) / 5  # points that a swap saves
    found[:, SWAP : SWAP + 12, 4] = (cells == -128) * (5 - held) / 5  # the same where a card is hidden
    return found


def train(batches, seed=1):
    env, chance, weights = Environments("skyjo", len(ROWS)), np.random.default_rng(seed), np.zeros(5)
    env.reset(seed)
    for _ in range(batches):
        told, step, gains = [], np.zeros(5), np.zeros((len(ROWS), 2))
        for _ in range(STEPS):
            found, seats = look(env), env.to_act.copy()
            likely = np.exp(found @ weights) * env.mask
            likely /= likely.sum(1, keepdims=True)
            actions = (likely.cumsum(1) > chance.random((len(ROWS), 1)) * (1 - 1e-9)).argmax(1)
            slope = found[ROWS, actions] - np.einsum("ra,raf->rf", likely, found)
            env.step(actions)
            told.append((slope, seats, env.rewards.copy(), env.terminated.copy()))
        for slope, seats, rewards, over in reversed(told):  # REINFORCE: whoever chose gets what the round ended with
            gains[over] = np.sign(rewards[over])
            step += gains[ROWS, seats] @ slope
        weights += step / np.linalg.norm(step)
    return weights


def meet(weights, bot, steps=300, seed=2):
    env, gained = Environments("skyjo", len(ROWS), bots=[ASKED, bot]), []
    env.reset(seed)
    for _ in range(steps):
        env.step(np.where(env.mask, look(env) @ weights, -np.inf).argmax(1))
        gained += env.rewards[env.terminated, 0].tolist()
    return 100 * np.mean(np.array(gained) > 0), len(gained)


if __name__ == "__main__":
    print("won {:.1f} % of {} rounds against random".format(*meet(train(int((sys.argv[1:] or [30])[0])), "random")))
