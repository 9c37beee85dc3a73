/** Path of a Chrome or Chromium; ends the process where none can be had. */
export declare function ensureBrowser(): Promise<string>
/** Path of the same browser without windows of its own, where there is one; else `browser`. */
export declare function ensureHeadless(browser: string): Promise<string>
