def build(context):
    return "About " + context["vars"]["items"]
