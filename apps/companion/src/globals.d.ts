/** JSON-RPC address of the local chain, fixed when the app is built or served. */
declare const __NODE_URL__: string
declare module '*.css'
