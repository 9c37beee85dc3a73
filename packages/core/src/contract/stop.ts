/** Ends a subscription or a process; a second call does nothing. */
export type Stop = () => void
