import EvalKit
