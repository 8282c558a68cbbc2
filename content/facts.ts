/**
 * A statistic about the country, never about this shop. `figure` and `text` form one sentence: '57.0%' 'of women
 * …'.
 */
export type Fact = {
  figure: string
  text: string
  source: string
  /** As the source writes it: '2019-21'. */
  year: string
  url?: string
}

const NFHS = {
  source: 'National Family Health Survey (NFHS-5)',
  year: '2019-21',
  url: 'https://dhsprogram.com/pubs/pdf/FR375/FR375.pdf',
}
const INDIAB = { source: 'ICMR-INDIAB', year: '2023', url: 'https://doi.org/10.1016/S2213-8587(23)00119-5' }
const FOOD_TABLES = { source: 'Indian Food Composition Tables (IFCT)', year: '2017' }

/** All statistics that story pages may use. */
export const FACTS = {
  anaemiaWomen: { figure: '57.0%', text: 'of women aged 15 to 49 in India are anaemic', ...NFHS },
  anaemiaChildren: { figure: '67.1%', text: 'of children aged 6 to 59 months are anaemic', ...NFHS },
  stunting: { figure: '35.5%', text: 'of children under five are stunted', ...NFHS },
  diabetes: { figure: '11.4%', text: 'of adults in India have diabetes', ...INDIAB },
  prediabetes: { figure: '15.3%', text: 'of adults in India have prediabetes', ...INDIAB },
  hypertension: { figure: '35.5%', text: 'of adults in India have hypertension', ...INDIAB },
  water: {
    figure: 'About 90%',
    text: 'of the fresh water that India withdraws goes to agriculture',
    source: 'FAO AQUASTAT, country profile of India',
    year: '2015',
    url: 'https://www.fao.org/aquastat/en/',
  },
  holdings: {
    figure: '13.96%',
    text: 'of operational land holdings in India are run by women',
    source: 'Agriculture Census',
    year: '2015-16',
  },
  groups: {
    figure: 'About 10 crore',
    text: 'women are members of DAY-NRLM self-help groups',
    source: 'Ministry of Rural Development',
    year: '2024',
  },
  calcium: { figure: 'About 364 mg', text: 'of calcium in 100 g of finger millet (ragi)', ...FOOD_TABLES },
  iron: { figure: 'About 6.4 mg', text: 'of iron in 100 g of pearl millet (bajra)', ...FOOD_TABLES },
  milletYear: {
    figure: '2023',
    text: 'was the International Year of Millets',
    source: 'United Nations',
    year: '2023',
    url: 'https://www.fao.org/millets-2023/en',
  },
} as const satisfies Record<string, Fact>

export type FactName = keyof typeof FACTS
