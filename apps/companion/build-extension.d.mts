/** Builds the browser extension into a folder; resolves to it. */
export declare function buildExtension(outDir?: string): Promise<string>
