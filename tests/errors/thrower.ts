/** Makes the product throw one error, by an action with an input that it cannot serve. */
export type Thrower = () => Promise<unknown>
