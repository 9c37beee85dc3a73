/** Told to a window by its own start when it goes away, before what it shows is dropped. */
export const leaving = 'latchkey-leaving'
