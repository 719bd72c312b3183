"""Makes platform/server/papers/bill-font.json: the typeface of QR-bills in one file.

The package @fontsource/arimo splits Arimo by languages, and what draws a QR-bill takes a single file. This joins the
two files that hold the letters which the guidelines allow (features/orders/bill-letters.ts). Run it again after an
update of that package:

    pip install fonttools
    python3 platform/server/papers/bill-font.py
"""

import base64
import json
from io import BytesIO
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "node_modules/@fontsource/arimo/files"
TARGET = ROOT / "platform/server/papers/bill-font.json"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), 0x20AC]


def part(name):
    """The letters of one file, as the bytes of a TrueType font."""
    font = TTFont(SOURCES / f"arimo-{name}-400-normal.woff")
    font.flavor = None
    options = subset.Options(layout_features=[], notdef_outline=True)
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    file = BytesIO()
    font.save(file)
    file.seek(0)
    return file


joined = merge.Merger().merge([part("latin"), part("latin-ext")])
missing = [hex(letter) for letter in LETTERS if letter not in joined.getBestCmap()]
if missing:
    raise SystemExit(f"Neither file has {', '.join(missing)}")
ttf = BytesIO()
joined.save(ttf)
content = {
    "name": "Arimo Regular",
    "license": "SIL Open Font License 1.1, copyright 2020 The Arimo Project Authors (https://github.com/googlefonts/arimo)",
    "ttf": base64.b64encode(ttf.getvalue()).decode(),
}
TARGET.write_text(json.dumps(content, indent=2) + "\n")
