import type { Feature } from './feature.ts'

declare const answer: unique symbol

/**
 * What a noun asks of those that rest on it, without knowing them: of whom they are, only the list in
 * `app.ts` tells. A noun keeps its questions in `<noun>.questions.ts`; who rests on it answers in its Feature.
 */
export interface Question<Answer> {
  readonly name: string
  readonly [answer]?: Answer
}

export interface Answered {
  question: Question<unknown>
  answer: unknown
}

export const defineQuestion = <Answer>(name: string): Question<Answer> => ({ name })

/** For the `answers` of a feature. */
export const answering = <Answer>(question: Question<Answer>, answer: Answer): Answered => ({
  question,
  answer,
})

/** Whoever is asked: the parts of `Deps` that it takes to put a question. */
export interface Asked {
  features: readonly Feature[]
}

/** What was asked before, by the list of features: calls ask anew each time, and the answers never change. */
const known = new WeakMap<readonly Feature[], Map<Question<unknown>, unknown[]>>()

function findAnswers(features: readonly Feature[], question: Question<unknown>): unknown[] {
  return features
    .flatMap((feature) => feature.answers ?? [])
    .filter((each) => each.question === question)
    .map((each) => each.answer)
}

/** What all that know an answer say, in the order of the features. */
export function answersTo<Answer>(
  { features }: Asked,
  question: Question<Answer>,
): readonly Answer[] {
  const answers = known.get(features) ?? new Map<Question<unknown>, unknown[]>()
  known.set(features, answers)
  const found = answers.get(question) ?? findAnswers(features, question)
  answers.set(question, found)
  return found as Answer[]
}

/** What the only one says that has to know. */
export function answerTo<Answer>(asked: Asked, question: Question<Answer>): Answer {
  const [answer, ...others] = answersTo(asked, question)
  if (answer === undefined || others.length > 0) {
    throw new Error(
      `Unexpected ${others.length > 0 ? 'second' : 'missing'} answer: ${question.name}`,
    )
  }
  return answer
}
