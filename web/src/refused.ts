/** How a request comes to nothing: the server said no, or was not reached. */

/** The server said no, in a sentence for the reader. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly setting: string | null = null,
  ) {
    super(sentence)
  }
}

/** The server was not reached, or did not answer as it should. */
export class Unreached extends Error {
  override name = 'Unreached'
}

/** What to tell the reader when a request failed. */
export function sentenceOf(failure: unknown): string {
  if (failure instanceof Refused) return failure.sentence
  if (failure instanceof Unreached) return failure.message
  throw failure // a fault of ours: let it be seen
}
