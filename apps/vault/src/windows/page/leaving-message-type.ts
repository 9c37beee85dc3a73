/**
 * Name of the event that the start script of a window dispatches before the window is closed and
 * its content removed.
 */
export const leavingMessageType = 'latchkey-leaving'
