/** Path of a Chrome or Chromium; ends the process where none can be had. */
export declare function ensureBrowser(): Promise<string>
