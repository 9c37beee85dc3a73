'use client'

// Exports for the other packages of this repository; a page does not need them.
export { KitContext } from '../kit-context.ts'
