"""Ludoteca over pipes: UGI for engines and their managers, JSON lines for analysis."""
