/**
 * A frame larger than this is neither sent nor read. Source: the relay's own limit, in characters
 * of text.
 */
export const frameLimit = 1_048_576
/** Topics of one `irn_batchSubscribe`. */
export const batchLimit = 500
/** Without an answer for so long, a request is sent again with its id. */
export const strikeMs = 15_000
/** After so many strikes it is given up: 60 s of a page that is awake. */
export const strikeLimit = 4
/** Between an answer that is an error and the one retry. */
export const retryMs = 2_000
/** A socket that nothing needs any more stays for so long. */
export const lingerMs = 1_000
/** A socket that lived so long was a good one: the next loss is met without delay. */
export const stableMs = 10_000
/** A page hidden for longer has, as far as anyone can tell, lost its socket. */
export const hiddenMs = 5_000
