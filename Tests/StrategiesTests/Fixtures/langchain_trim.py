"""Trims with langchain-core's trim_messages, counting with the `tokens` it is sent.

One message an item, and a system message for the head; what a view may hold is the limit.
"""
import json
import sys

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage, trim_messages


def message(item):
    """The message an item is to LangChain; its label and tokens go along."""
    extra = {"label": item["label"], "tokens": item["tokens"]}
    if item["kind"] == "prompt":
        return HumanMessage(item["text"], additional_kwargs=extra)
    if item["kind"] == "toolOutput":
        call = item.get("callID") or item["label"]
        return ToolMessage(item["text"], tool_call_id=call, additional_kwargs=extra)
    if item["kind"] == "instructions":
        return SystemMessage(item["text"], additional_kwargs=extra)
    calls = [
        {"name": call["name"], "args": call["arguments"], "id": call.get("id")}
        for call in item.get("calls", [])
    ]
    return AIMessage(item["text"], tool_calls=calls, additional_kwargs=extra)


def count(messages):
    return sum(message.additional_kwargs["tokens"] for message in messages)


for line in sys.stdin:
    request = json.loads(line)
    head = request["head"]
    messages = [message(item) for item in request["items"]]
    if head["instructions"] or head["tools"]:
        system = {"label": None, "tokens": head["tokens"]}
        messages.insert(0, SystemMessage(head["instructions"], additional_kwargs=system))
    limit = request["budget"]["tokens"]
    kept = trim_messages(
        messages, max_tokens=limit, token_counter=count, strategy="last", include_system=True)
    labels = [message.additional_kwargs["label"] for message in kept]
    items = [{"label": label} for label in labels if label is not None]
    print(json.dumps({"version": 1, "items": items}), flush=True)
