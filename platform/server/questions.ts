import type { Feature } from './feature.ts'

declare const answer: unique symbol

/**
 * A question that a feature asks of the features that depend on it, without knowing them; only the list in `app.ts`
 * does. Questions are defined in `<feature>.questions.ts` and answered in the other features' `answers`.
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

/** Builds an entry of a feature's `answers`. */
export const answering = <Answer>(question: Question<Answer>, answer: Answer): Answered => ({
  question,
  answer,
})

/** The part of `Deps` that is needed to ask a question. */
export interface Asked {
  features: readonly Feature[]
}

/** Caches answers by list of features, since they never change. */
const known = new WeakMap<readonly Feature[], Map<Question<unknown>, unknown[]>>()

function findAnswers(features: readonly Feature[], question: Question<unknown>): unknown[] {
  return features
    .flatMap((feature) => feature.answers ?? [])
    .filter((each) => each.question === question)
    .map((each) => each.answer)
}

/** All answers, in the order of the features. */
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

/** The answer to a question that exactly one feature has to answer. */
export function answerTo<Answer>(asked: Asked, question: Question<Answer>): Answer {
  const [answer, ...others] = answersTo(asked, question)
  if (answer === undefined || others.length > 0) {
    throw new Error(
      `Unexpected ${others.length > 0 ? 'second' : 'missing'} answer: ${question.name}`,
    )
  }
  return answer
}
