/** The repository's folder. */
export declare const root: string

/** Node arguments that run the workspaces from source. */
export declare const fromSource: readonly string[]

/**
 * Runs a program to its end with inherited output; resolves to the exit code. A signal that ends
 * this process also ends the program.
 */
export declare function run(
  command: string,
  args: readonly string[],
  options?: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string },
): Promise<number>
