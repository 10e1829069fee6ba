-- What have students paid who began with a discount code, and how long do they stay?
SELECT
  coalesce(code, 'none') AS code, count(*) AS subscriptions, currency, sum(paid) / 100.0 AS paid, round(sum(paid) / 100.0 / count(*), 2) AS paid_each,
  count(ended_at) AS ended, median(date_diff('day', activated_at, ended_at)) AS median_days_until_end
FROM subscriptions
GROUP BY ALL
ORDER BY paid DESC;
