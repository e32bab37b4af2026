"""Printed pages of a tournament, as PDF: seats, score sheets, poster, badges, standings, certificates, articles (T13).

A page is made of a view, so that it shows nobody more than the page in the browser does. The modules here say what is
on it, in words; `templates/` say how it is laid out; `press` sets it, in a process that imports nothing else of ours.
"""
