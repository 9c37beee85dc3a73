/** Event sent to a window by its own start script before it is closed and its content removed. */
export const leavingMessageType = 'latchkey-leaving'
