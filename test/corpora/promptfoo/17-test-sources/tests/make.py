def create(): return []
