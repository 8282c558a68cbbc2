-- Analytics shows no cohorts any more.
drop table customer_months;
drop table cohort_months;
