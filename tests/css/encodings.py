"""Every encoding of the Encoding Standard: a few bytes, their text in this encoding only, and all its labels.

The same bytes are another text, or none, in every other encoding of one byte a character, but for ISO-8859-8-I,
which is ISO-8859-8 in another order of display.

Source: https://encoding.spec.whatwg.org/#names-and-labels and the indexes of the same standard
"""

from typing import NamedTuple


class Encoding(NamedTuple):
    name: str
    body: bytes
    text: str
    labels: str


ENCODINGS = [
    Encoding(
        "UTF-8", b"\xc3\xa9", "é", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"
    ),
    Encoding("IBM866", b"\xf7", "ў", "866 cp866 csibm866 ibm866"),
    Encoding(
        "ISO-8859-2",
        b"\xbc",
        "ź",
        "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    ),
    Encoding(
        "ISO-8859-3",
        b"\xfe",
        "ŝ",
        "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    ),
    Encoding(
        "ISO-8859-4",
        b"\xfe",
        "ū",
        "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    ),
    Encoding(
        "ISO-8859-5",
        b"\xff",
        "џ",
        "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    ),
    Encoding(
        "ISO-8859-6",
        b"\xea",
        "ي",
        "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    ),
    Encoding(
        "ISO-8859-7",
        b"\xb6",
        "Ά",
        "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    ),
    Encoding(
        "ISO-8859-8",
        b"\xdf",
        "‗",
        "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual",
    ),
    Encoding("ISO-8859-8-I", b"\xdf", "‗", "csiso88598i iso-8859-8-i logical"),
    Encoding(
        "ISO-8859-10", b"\xff", "ĸ", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"
    ),
    Encoding("ISO-8859-13", b"\xff", "’", "iso-8859-13 iso8859-13 iso885913"),
    Encoding("ISO-8859-14", b"\xfe", "ŷ", "iso-8859-14 iso8859-14 iso885914"),
    Encoding("ISO-8859-15", b"\xbe\xfe", "Ÿþ", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    Encoding("ISO-8859-16", b"\xfe", "ț", "iso-8859-16"),
    Encoding("KOI8-R", b"\xbe", "╬", "cskoi8r koi koi8 koi8-r koi8_r"),
    Encoding("KOI8-U", b"\xbe", "Ў", "koi8-ru koi8-u"),
    Encoding("macintosh", b"\xff", "ˇ", "csmacintosh mac macintosh x-mac-roman"),
    Encoding("windows-874", b"\xe6", "ๆ", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    Encoding("windows-1250", b"\xbe", "ľ", "cp1250 windows-1250 x-cp1250"),
    Encoding("windows-1251", b"\xff", "я", "cp1251 windows-1251 x-cp1251"),
    Encoding(
        "windows-1252",
        b"\x9e\xff",
        "žÿ",
        "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
    ),
    Encoding("windows-1253", b"\xa2", "Ά", "cp1253 windows-1253 x-cp1253"),
    Encoding(
        "windows-1254",
        b"\xfe",
        "ş",
        "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254",
    ),
    Encoding("windows-1255", b"\xd6", "ײ", "cp1255 windows-1255 x-cp1255"),
    Encoding("windows-1256", b"\xff", "ے", "cp1256 windows-1256 x-cp1256"),
    Encoding("windows-1257", b"\x8e", "ˇ", "cp1257 windows-1257 x-cp1257"),
    Encoding("windows-1258", b"\xfd", "ư", "cp1258 windows-1258 x-cp1258"),
    Encoding("x-mac-cyrillic", b"\xdf", "я", "x-mac-cyrillic x-mac-ukrainian"),
    Encoding(
        "GBK",
        b"\x80\xc4\xe3\xba\xc3",
        "€你好",
        "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    ),
    Encoding("gb18030", b"\x80\xc4\xe3\xba\xc3\x810\x810", "€你好\x80", "gb18030"),
    Encoding("Big5", b"\xa7A\xa6n\x87z", "你好㡵", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    Encoding("EUC-JP", b"\xc6\xfc\xcb\xdc\xa1\xc1", "日本～", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    Encoding("ISO-2022-JP", b"\x1b$BF|K\\\x1b(B", "日本", "csiso2022jp iso-2022-jp"),
    Encoding(
        "Shift_JIS",
        b"\x93\xfa\x96{\x87@",
        "日本①",
        "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    ),
    Encoding(
        "EUC-KR",
        b"\xc7\xd1\xb1\xdb\x81A",
        "한글갂",
        "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    ),
    Encoding(
        "replacement",
        b"caf\xe9",
        "\ufffd",
        "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement",
    ),
    Encoding("UTF-16BE", b"\x04\x11\x00a", "Бa", "unicodefffe utf-16be"),
    Encoding(
        "UTF-16LE",
        b"\x11\x04a\x00",
        "Бa",
        "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
    ),
    Encoding("x-user-defined", b"a\x80\xff", "a\uf780\uf7ff", "x-user-defined"),
]

LABELS = [(label, encoding) for encoding in ENCODINGS for label in encoding.labels.split()]
