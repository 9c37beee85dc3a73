/** Path of a Chrome or Chromium; ends the process when none is available. */
export declare function ensureBrowser(): Promise<string>
/** Path of the headless version of the same browser, if there is one; else `browser`. */
export declare function ensureHeadless(browser: string): Promise<string>
