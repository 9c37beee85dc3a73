/** JSON-RPC address of the local chain, fixed when the app is built or served. */
declare const __NODE_URL__: string
declare module '*.css'
/** Address of the relay, fixed when the app is built or served. */
declare const __RELAY_URL__: string
/** Addresses of the local nodes of Solana, Bitcoin and Stacks. */
declare const __FAMILY_NODES__: Readonly<Record<'solana' | 'bitcoin' | 'stacks', string>>
