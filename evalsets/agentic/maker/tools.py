"""The tools that sessions of a kind share."""

from .session import number, tool


def coding(*more):
    return [
        tool("list_files", "read", "List the files of a folder.", folder="Folder in the repository"),
        tool("read_file", "read", "Read a file with line numbers.", path="Path of the file"),
        tool("search_code", "read", "Search the repository for a text.", query="What to look for"),
        tool("run_tests", "read", "Run the tests of a target.", test_target="Test target"),
        tool("edit_file", "write", "Change a file.", path="Path of the file", summary="What is changed"),
        tool("open_review", "write", "Open a review of a branch.", branch="Branch under review",
             ticket="Ticket", reviewer="Who reviews"),
        *more,
    ]


def operations(*more):
    return [
        tool("query_logs", "read", "Read the log of a service.", service="Service", text="Text to look for"),
        tool("list_pods", "read", "List the pods of a namespace.", namespace="Namespace"),
        tool("read_metric", "read", "Read a metric over time.", metric="Metric"),
        tool("run_command", "read", "Run a command that changes nothing.", host="Host", command="The command"),
        tool("post_update", "write", "Post to the incident's channel.", channel="Channel",
             text="What is said"),
        *more,
    ]


__all__ = ["coding", "operations", "number", "tool"]
