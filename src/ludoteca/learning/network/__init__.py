"""Networks learned from self-play: a small residual network, its games and its training."""
