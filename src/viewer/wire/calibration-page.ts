import type { ReportSection } from "./figures.ts";

/** What people's labels say about a campaign and its judges. */
export interface CalibrationPage {
  name: string;
  /** How many labels there are, and which of them count. */
  head: string[];
  questions: CalibratedQuestion[];
  /** Where people compared two answers: how often the judges prefer the same. */
  preferences: ReportSection[];
}

/** One question that people answered about trials of the campaign. */
export interface CalibratedQuestion {
  question: string;
  /** How each judge does against people. */
  trust: ReportSection;
  /** Where they differ more than elsewhere: by subject, length and place. */
  parts: ReportSection;
  corrected: CorrectedCard;
  curve: CurvePicture;
  disagreements: FarApart[];
}

/** Figures as labels correct them, or why nothing is corrected. */
export interface CorrectedCard {
  question: string;
  figures: CorrectedFigure[];
  lines: string[];
}

/** A corrected figure beside what the judge says alone: numbers to be drawn, and words. */
export interface CorrectedFigure {
  name: string;
  /** One subject, or two where it is a difference: second − first. */
  subjects: string[];
  /** The ends of the axis it is drawn on. */
  axis: { low: number; high: number };
  judge_alone: number;
  corrected: DrawnEstimate;
  labels_alone: DrawnEstimate;
  words: {
    judge_alone: string;
    corrected: string;
    interval: string;
    labels_alone: string;
    labels: string;
    lambda: string;
  };
}

export interface DrawnEstimate {
  value: number;
  /** Null where labels do not determine an interval. */
  low: number | null;
  high: number | null;
  rough: boolean;
}

/** What people say where the panel says about this. Both axes are the same one, `low` to `high`. */
export interface CurvePicture {
  low: number;
  high: number;
  ticks: number[];
  points: { judge: number; label: number; low: number | null; high: number | null; count: number; words: string }[];
}

/** A packet on which panel and people are far apart. */
export interface FarApart {
  /** `<subject>/<case>/<repetition>`. */
  trial: string;
  /** How many other trials have the same packet. */
  others: number;
  /** Where the page of the trial is. */
  href: string;
  judge: string;
  label: string;
  said: { annotator: string; value: string; quote: string | null; note: string | null }[];
}
