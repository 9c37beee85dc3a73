/** Longest frame that is sent or read. Source: the relay's own limit, in characters of text. */
export const frameLimit = 1_048_576
/** Maximum number of topics of one `irn_batchSubscribe`. */
export const batchLimit = 500
/** Milliseconds without an answer after which a request is repeated with its id. */
export const strikeMs = 15_000
/**
 * Number of times that a request may stay unanswered for `strikeMs` before it is given up: together
 * 60 s while the page is awake.
 */
export const strikeLimit = 4
/** Milliseconds between an error answer and the one retry. */
export const retryMs = 2_000
/** Milliseconds that an unneeded socket stays open. */
export const lingerMs = 1_000
/**
 * A socket that lived this many milliseconds was stable: the next connection starts without a
 * delay.
 */
export const stableMs = 10_000
/** A page that was hidden for more than this many milliseconds has probably lost its socket. */
export const hiddenMs = 5_000
