"""One module for each kind of action space (pp. 11-13). `resolving.ACTIONS` names them all."""
