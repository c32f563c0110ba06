// The log: subjects on and off, and what a line looks like.
#include "vm/base/log.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

namespace {

using vm::LogSubject;

TEST(Log, SwitchesExactlyTheNamedSubjectsOn) {
  ASSERT_TRUE(vm::set_log_subjects("loader,gc").ok());
  EXPECT_TRUE(vm::log_on(LogSubject::loader));
  EXPECT_TRUE(vm::log_on(LogSubject::gc));
  EXPECT_FALSE(vm::log_on(LogSubject::sched));
  ASSERT_TRUE(vm::set_log_subjects("").ok());
  EXPECT_FALSE(vm::log_on(LogSubject::loader));
}

TEST(Log, RefusesAnUnknownSubjectAndChangesNothing) {
  ASSERT_TRUE(vm::set_log_subjects("gc").ok());
  auto r = vm::set_log_subjects("sched,nonsense");
  ASSERT_FALSE(r.ok());
  EXPECT_NE(r.error().find("unknown log subject 'nonsense'"), std::string::npos);
  EXPECT_NE(r.error().find("loader"), std::string::npos);
  EXPECT_TRUE(vm::log_on(LogSubject::gc));
  EXPECT_FALSE(vm::log_on(LogSubject::sched));
  ASSERT_TRUE(vm::set_log_subjects("").ok());
}

TEST(Log, EvaluatesArgumentsOnlyWhenOnAndStartsLinesWithTheSubject) {
  const std::string path = testing::TempDir() + "sonde_log_test.log";
  std::remove(path.c_str());
  ASSERT_TRUE(vm::set_log_file(path).ok());
  ASSERT_TRUE(vm::set_log_subjects("gc").ok());
  int evaluated = 0;
  VM_LOG(gc, "minor: {} words", ++evaluated);
  VM_LOG(sched, "asleep: {}", ++evaluated);
  ASSERT_TRUE(vm::set_log_subjects("").ok());
  EXPECT_EQ(evaluated, 1);
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str().find("gc: "), 0u);
  EXPECT_NE(text.str().find("minor: 1 words"), std::string::npos);
  EXPECT_EQ(text.str().find("asleep"), std::string::npos);
  std::remove(path.c_str());
}

TEST(Log, SaysWhyAFileCannotBeOpened) {
  auto r = vm::set_log_file("/nonexistent-folder/x.log");
  ASSERT_FALSE(r.ok());
  EXPECT_NE(r.error().find("/nonexistent-folder/x.log"), std::string::npos);
}

}  // namespace
