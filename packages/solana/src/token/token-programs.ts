/** Token. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** Token-2022. */
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** The programs whose mints are tokens. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
