import ratings from './panel-ratings.json' with { type: 'json' }

/**
 * How hard the questions of the bank are, as a panel expects it: by a question's id, how many of 100 students would
 * give its whole right answer, who have an EMT's certification and practice and are in the first weeks of the paramedic
 * course. A modified Angoff rating (W. H. Angoff, Scales, norms and equivalent scores, 1971) by two language models in
 * the part of educators, who had not written the questions and saw neither labels nor each other's ratings: the mean,
 * rounded. The two correlate with .92. Labels follow from the ratings until enough students have answered.
 */
export const panelRatings: Readonly<Record<string, number>> = ratings
