"""Random colors in every notation, for the tests and the benchmark."""

import random


def random_color(dice: random.Random) -> str:
    """Return one color in any notation, often outside sRGB; ``dice`` chooses."""
    one, span, alpha = dice.random, dice.uniform, f" / {dice.random():.3f}" if dice.random() < 0.2 else ""
    space = dice.choice(["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020"])
    return dice.choice(
        [
            f"#{dice.randrange(1 << 24):06x}",
            f"#{dice.randrange(1 << 32):08x}",
            f"rgb({span(0, 255):.2f} {span(0, 255):.0f} {span(0, 255):.1f}{alpha})",
            f"hsl({span(-400, 800):.1f} {span(0, 100):.1f}% {span(0, 100):.1f}%{alpha})",
            f"hwb({span(0, 360):.1f} {span(0, 100):.1f}% {span(0, 100):.1f}%{alpha})",
            f"lab({span(0, 100):.2f} {span(-150, 150):.2f} {span(-150, 150):.2f}{alpha})",
            f"lch({span(0, 100):.2f}% {span(0, 180):.2f} {span(0, 6):.3f}rad{alpha})",
            f"oklab({one():.3f} {span(-0.4, 0.4):.3f} {span(-0.4, 0.4):.3f}{alpha})",
            f"oklch({span(0, 100):.2f}% {span(0, 0.4):.3f} {span(0, 360):.2f}{alpha})",
            f"oklch({one():.3f} none {span(0, 360):.1f})",
            f"color({space} {span(-0.1, 1.1):.3f} {span(-0.1, 1.1):.3f} {one():.3f}{alpha})",
            f"color({dice.choice(['xyz', 'xyz-d50', 'xyz-d65'])} {one():.3f} {one():.3f} {one():.3f})",
        ]
    )
