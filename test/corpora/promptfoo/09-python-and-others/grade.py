def is_number(output, context):
    return output.strip().isdigit() and len(output.strip()) >= context["config"]["digits"]


def get_assert(output, context):
    return {"pass": bool(output.strip()), "score": 1, "reason": "not empty"}
