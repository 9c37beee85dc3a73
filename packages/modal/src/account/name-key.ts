/** Where the kit's memory keeps the verified name of an address: a string. */
export const nameKey = (address: string): string => `name ${address}`
