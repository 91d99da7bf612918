package fencepost.clocks;

import fencepost.model.Past;

/** What a moment of an execution knows, which is all that happened before it. */
public interface Clock extends Past {}
