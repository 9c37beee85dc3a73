/** Makes the product throw one error: runs a verb with an input that it cannot serve. */
export type Thrower = () => Promise<unknown>
