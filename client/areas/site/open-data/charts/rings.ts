/** More rings than these in one dial could not be told apart: then bars say it. */
export const ringsMost = 4
