"""Screens: the time that a picture takes, and the bytes that it takes on the display's bus.

Every sample screen is drawn for three simulated seconds, picture by picture, and shown through our driver on an
emulated SSD1306. The peer is luma's own driver, which packs pixel by pixel and sends all of every picture.
"""

from collections import defaultdict
from collections.abc import Iterator

from figures import Figure, figure, ratio, seconds, undisturbed_ms
from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306
from PIL import Image

from hugo_castle.devices.display import DisplaySettings, open_display
from hugo_castle.screens import draw
from hugo_castle.screens.samples import samples
from hugo_castle.table.view import View
from hugo_castle.virtual.bus import VirtualBus
from hugo_castle.virtual.ssd1306 import VirtualSSD1306

SHOWN_MS = 3000.0
SETTINGS = DisplaySettings()
PEER_PICTURES = 20


def figures() -> Iterator[Figure]:
    views = samples()
    for view in views.values():
        draw(view, 0.0)  # fonts and icons are read once
    took_ms: dict[str, list[float]] = defaultdict(list)
    pictures = {}
    for name, view in views.items():
        pictures[name] = list(_pictures(view, took_ms[view.prompt.kind]))
    for kind, kind_ms in took_ms.items():
        yield figure(f"draw, {kind}", "ms", kind_ms)
    yield from _shown(list(pictures.values()))


def _pictures(view: View, took_ms: list[float]) -> Iterator[Image.Image]:
    """What the view shows, one picture after the other; each one's drawing time goes to `took_ms`."""
    at_ms: float | None = 0.0
    while at_ms is not None and at_ms < SHOWN_MS:
        took_ms.append(undisturbed_ms(lambda at_ms=at_ms: draw(view, at_ms)))
        frame = draw(view, at_ms)
        yield frame.image
        at_ms = frame.next_ms


def _shown(films: list[list[Image.Image]]) -> Iterator[Figure]:
    bus = _bus()
    display = open_display(SETTINGS, bus)
    first_bytes, next_bytes, took_ms = [], [], []
    for film in films:
        for number, image in enumerate(film):
            sent = bus.wire_bytes(SETTINGS.address)
            took_ms.append(1000 * seconds(lambda image=image: display.show(image)))
            (next_bytes if number else first_bytes).append(bus.wire_bytes(SETTINGS.address) - sent)
    yield figure("wire, from one screen to another", "bytes", first_bytes)
    yield figure("wire, next picture of a moving screen", "bytes", next_bytes)
    yield figure("show, on the emulated bus", "ms", took_ms)
    yield from _beside_luma([film[0] for film in films][:PEER_PICTURES])


def _beside_luma(images: list[Image.Image]) -> Iterator[Figure]:
    """The same pictures, in the same order, by both drivers."""
    our_bus, their_bus = _bus(), _bus()
    ours = open_display(SETTINGS, our_bus)
    theirs = ssd1306(i2c(bus=their_bus, address=SETTINGS.address))
    theirs.persist = True  # else luma switches it off at exit
    our_ms, their_ms, our_bytes, their_bytes = [], [], [], []
    for image in images:
        sent = our_bus.wire_bytes(SETTINGS.address), their_bus.wire_bytes(SETTINGS.address)
        our_ms.append(1000 * seconds(lambda image=image: ours.show(image)))
        their_ms.append(1000 * seconds(lambda image=image: theirs.display(image)))
        our_bytes.append(our_bus.wire_bytes(SETTINGS.address) - sent[0])
        their_bytes.append(their_bus.wire_bytes(SETTINGS.address) - sent[1])
    yield figure("luma's driver: show", "ms", their_ms)
    yield figure("luma's driver: wire", "bytes", their_bytes)
    yield ratio("show, from screen to screen / luma's driver", our_ms, their_ms)
    yield ratio("wire, from screen to screen / luma's driver", our_bytes, their_bytes)


def _bus() -> VirtualBus:
    bus = VirtualBus()
    bus.attach(SETTINGS.address, VirtualSSD1306())
    return bus
