"""Asks for both locations of each name with Scrapy, which does not verify certificates.

usage: scrapy_client.py NAMES CONCURRENCY
"""

import sys

import scrapy
from scrapy.crawler import CrawlerProcess

PATHS = ("/.well-known/apple-app-site-association", "/apple-app-site-association")


class Locations(scrapy.Spider):
    name = "locations"

    def parse(self, response):
        pass


def main() -> None:
    names, concurrency = sys.argv[1:3]
    with open(names, encoding="utf-8") as file:
        urls = [f"https://{name}{path}" for name in file.read().split() for path in PATHS]
    process = CrawlerProcess(
        {
            "CONCURRENT_REQUESTS": int(concurrency),
            "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": False,
            "RETRY_ENABLED": False,
            "REDIRECT_ENABLED": False,
            "COOKIES_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "HTTPERROR_ALLOW_ALL": True,
            "LOG_LEVEL": "ERROR",
        }
    )
    process.crawl(Locations, start_urls=urls)
    process.start()


main()
