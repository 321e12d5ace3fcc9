"""Asks a service with the client that openapi-python-client made: client.py ORIGIN URL."""

import json
import sys

from siteloupe_client import Client
from siteloupe_client.api.analyses import check_cms

origin, url = sys.argv[1:]
client = Client(base_url=origin, headers={"User-Agent": "generated-client/1.0"})
answer = check_cms.sync_detailed(client=client, url_query=url)
report = answer.parsed.to_dict()
theme = (report.get("theme") or {}).get("name")
print(
    json.dumps(
        {
            "status": answer.status_code,
            "isCms": report.get("isCms"),
            "theme": theme,
            "error": report.get("error"),
        }
    )
)
