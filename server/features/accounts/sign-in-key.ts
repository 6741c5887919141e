/** Under what attempts at the account of an address are counted. */
export const accountKey = (email: string): string => `account:${email}`
