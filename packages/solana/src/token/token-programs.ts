/** Address of the Token program. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** Address of the Token-2022 program. */
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** The programs whose mints count as tokens. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
