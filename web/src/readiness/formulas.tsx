import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

/** The same for the curious: what is computed, line by line, and where it comes from. */
export const Formulas = () => (
  <Card aria-labelledby="for-the-curious">
    <h2 id="for-the-curious" className="text-lg font-semibold">
      For the curious: the formulas
    </h2>
    <dl className="mt-3 grid gap-5">
      <Step title="A question (Rasch's model)" formula="P(right) = 1 / (1 + exp(b − θ))">
        θ is your ability in the question's part of the exam, b how hard the question is, both in logits. Each b comes from the answers of
        all students or, before there are any, from a panel of AI models. Its error is taken into account.
      </Step>
      <Step title="Before your first answer" formula="θᵢ = g + oᵢ,   g ~ N(0, 1),   oᵢ ~ N(0, 0.4²)">
        In each part i an ability in general, and a part of its own. This is why answers of one part tell something of the others.
      </Step>
      <Step title="From day to day" formula="θᵢ → θᵢ + ε − forgotten(days since part i)">
        ε moves each ability by chance, so that we grow less sure of it. And what is not practiced falls, after a week, by the curve of
        FSRS-6, the one that brings your review cards back: of ten things that somebody knew one is gone a month later, and three after a
        year, as studies of medical students found. (E. J. F. M. Custers, Advances in Health Sciences Education 15, 2010)
      </Step>
      <Step title="With the answers of a day" formula="p(θ | answers) ∝ p(answers | θ) · p(θ)">
        Bayes' rule, all parts at once: the most probable abilities by Newton's method, and how sure they are by Laplace's approximation.
      </Step>
      <Step title="The whole exam" formula="Θ = Σ wᵢ · θᵢ">
        wᵢ is the share of part i in the exam's blueprint. Θ has the mean m and the standard deviation s.
      </Step>
      <Step title="The shift of the whole scale" formula="p(δ | outcomes) ∝ p(outcomes | δ) · p(δ),   δ ~ N(0, τ²)">
        δ is how far the real passing line is above ours. At first τ is 0.5. The nightly calibration of the questions gives our n students a
        mean ability of 0. We allow for 0.15 by which that is off, so τ² becomes 0.15² + 1/n. Each real outcome counts by how likely it is
        for the ability that we recorded before it. This gives δ the mean d and the standard deviation t.
      </Step>
      <Step title="Your ability on the real scale" formula="m′ = (m − d) / (1 + t²),   s′² = s² / (1 + t²)² + t² / (1 + t²)">
        While δ may be large, an ability far from 0 is in part the shift. For our own mock exam d and t are 0.
      </Step>
      <Step title="Your chance" formula="P(pass) = Φ((m′ − c) / √(s′² + e²))">
        c is the ability at which students pass the mock exam half of the time, and e is how far off the exam itself can be. We found both
        by simulating students who take it. Φ is the share of a normal distribution below a value. With fewer than 50 real outcomes the
        chance and its range stay between 5% and 95%.
      </Step>
      <Step title="Its range" formula="from Φ((m′ − 1.28 s′ − c) / e) to Φ((m′ + 1.28 s′ − c) / e)">
        The chances at both ends of the middle 80% of what your ability may be.
      </Step>
      <Step title="Brier score" formula="mean of (said − happened)²">
        happened is 1 for passed and 0 for not passed. (G. W. Brier, Monthly Weather Review 78, 1950)
      </Step>
      <Step title="Expected calibration error" formula="Σ (nₖ / n) · |mean said in bin k − share passed in bin k|">
        Over ten bins of chances, nₖ of the n predictions in each. (Naeini, Cooper and Hauskrecht, AAAI 2015)
      </Step>
      <Step title="The likely range of a bin" formula="Wilson's interval of the share that passed">
        The fewer predictions a bin has, the wider it is.
      </Step>
    </dl>
  </Card>
)

const Step = ({ title, formula, children }: { title: string; formula: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <dt className="font-semibold">{title}</dt>
    <dd className="grid gap-1.5">
      <span className="w-fit max-w-full rounded-control bg-sunken px-3 py-2 font-medium break-words tabular-nums">{formula}</span>
      <span className="max-w-[68ch] text-sm text-muted">{children}</span>
    </dd>
  </div>
)
